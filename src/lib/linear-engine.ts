import {RE2JS} from 're2js';

/** In the built program the engine is read when the first pattern is typed. */
export const linearEngine = {
	/** Throws where the pattern cannot be meant. */
	compile: (source: string, {exact, lines}: {exact: boolean; lines: boolean}): RE2JS =>
		RE2JS.compile(
			RE2JS.translateRegExp(source),
			(exact ? 0 : RE2JS.CASE_INSENSITIVE) | (lines ? RE2JS.MULTILINE : 0),
		),
};
