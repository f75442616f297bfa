#include "noise.h"

/* From the sources of perf 4.x to 6.x: what a message starts with and, where
 * that says too little, what it has further on. */
static const struct {
	const char *start;
	const char *further;
	enum noise kind;
} noises[] = {
	{ "LOST ", "", NOISE_LOST },
	{ "Processed ", "lost", NOISE_LOST },
	{ "Events are being lost", "", NOISE_LOST },
	{ "Check IO/CPU overload!", "", NOISE_LOST },
	{ "AUX data lost ", "", NOISE_LOST },
	{ "instruction trace error ", "", NOISE_DECODER },
	{ "Warning:", "", NOISE_MESSAGE },
	{ "WARNING:", "", NOISE_MESSAGE },
	{ "Was the 'perf record' command properly terminated?", "",
	    NOISE_MESSAGE },
	{ "Failed to ", "", NOISE_MESSAGE },
	{ "Couldn't ", "", NOISE_MESSAGE },
	{ "Can't parse sample", "", NOISE_MESSAGE },
	{ "Can't find LBR callchain", "", NOISE_MESSAGE },
	{ "Problem processing ", "", NOISE_MESSAGE },
	{ "corrupted callchain", "", NOISE_MESSAGE },
	{ "Found invalid callchains!", "", NOISE_MESSAGE },
	{ "Found ", "unknown events!", NOISE_MESSAGE },
	{ "", " out of order events recorded.", NOISE_MESSAGE },
	{ "", " unprocessable samples recorded.", NOISE_MESSAGE },
	{ "Is this an older tool processing a perf.data file", "",
	    NOISE_MESSAGE },
	{ "If that is not the case, consider reporting to ", "",
	    NOISE_MESSAGE },
	{ "Consider reporting to linux-kernel@", "", NOISE_MESSAGE },
	{ "Do you have a KVM guest running and not using", "",
	    NOISE_MESSAGE },
	{ "AUX data ", "", NOISE_MESSAGE },
	{ "Kernel address maps ", "", NOISE_MESSAGE },
	{ "Kernel addresses are restricted", "", NOISE_MESSAGE },
	{ "check /proc/", "", NOISE_MESSAGE },
	{ "Check /proc/", "", NOISE_MESSAGE },
	{ "As no suitable kallsyms nor vmlinux was found", "",
	    NOISE_MESSAGE },
	{ "No kallsyms or vmlinux with build-id ", "", NOISE_MESSAGE },
	{ "Samples in kernel ", "", NOISE_MESSAGE },
	{ "Kernel", "samples will not be resolved.", NOISE_MESSAGE },
	{ "can't be resolved.", "", NOISE_MESSAGE },
	{ "If some relocation was applied ", "", NOISE_MESSAGE },
	{ "no symbols found in ", "", NOISE_MESSAGE },
	{ "", ", continuing without symbols", NOISE_MESSAGE },
	{ "overlapping maps", "", NOISE_MESSAGE },
	{ "build id event received for ", "", NOISE_MESSAGE },
	{ "'", "' not valid for ", NOISE_MESSAGE },
	{ "[ perf ", "", NOISE_MESSAGE },
	{ "[perf ", "", NOISE_MESSAGE },
	{ "addr2line: ", "", NOISE_MESSAGE },
	{ "cmd__addr2line ", "", NOISE_MESSAGE },
	{ "", ": addr2line_subprocess_init failed", NOISE_MESSAGE },
	{ "BFD: ", "", NOISE_MESSAGE },
	{ "unwind: ", "", NOISE_MESSAGE },
};

/* The second and third line of PERF_RECORD_NAMESPACES:
 * "[0/net: 4/0xf0000075, 1/uts: 4/0xeffffffe," */
static bool
is_namespaces(struct str s)
{
	if (s.n && s.p[0] == '[')
		s = str_skip(s, 1);
	return s.n > 2 && is_digit(s.p[0]) && s.p[1] == '/' &&
	    is_alpha(s.p[2]) && str_search(s, STR("/0x")) < s.n;
}

static bool
holds(struct str s, struct str text)
{
	return text.n == 0 || str_search(s, text) < s.n;
}

enum noise
noise_kind(struct str line)
{
	struct str s = str_trim(line);

	for (size_t i = 0; i < sizeof(noises) / sizeof(noises[0]); i++)
		if (str_starts(s, str_from(noises[i].start)) &&
		    holds(s, str_from(noises[i].further)))
			return noises[i].kind;
	return is_namespaces(s) ? NOISE_RECORD : NOISE_NONE;
}

enum noise
noise_record_kind(struct str line)
{
	return holds(line, STR("PERF_RECORD_LOST")) ?
	    NOISE_LOST : NOISE_RECORD;
}
