import {RE2JS} from 're2js';

/** An object, so that the bundle loads the engine when the first pattern is typed. */
export const linearEngine = {
	/** Throws if the pattern is invalid. */
	compile: (source: string, {exact, lines}: {exact: boolean; lines: boolean}): RE2JS =>
		RE2JS.compile(
			RE2JS.translateRegExp(source),
			(exact ? 0 : RE2JS.CASE_INSENSITIVE) | (lines ? RE2JS.MULTILINE : 0),
		),
};
