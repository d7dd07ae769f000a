import {inputOf, type Input} from './target.ts';

/** Inputs that broke a promise once, by the name of their target. */
export const regressions: readonly (readonly [target: string, why: string, input: Input])[] = [
	[
		'lines',
		'carriage returns within a line took the square of the time',
		inputOf(`${'\r'.repeat(60_000)}x\n`),
	],
	[
		'lines',
		'a long line in one-byte chunks took the square of the time',
		[...Buffer.alloc(60_000, 'x')].map(byte => Buffer.of(byte)),
	],
	[
		'telnet bytes',
		'each repetition of an option was answered',
		[Buffer.alloc(60_000, Buffer.of(255, 253, 24, 255, 251, 1))],
	],
	['action lines', 'many spaces took the square of the time', inputOf(`all${'\t'.repeat(60_000)}x`)],
	[
		'expressions',
		'doubling a text had no limit',
		inputOf(`{targets.all.ids${'.![#this + #this]'.repeat(27)}.size()}`),
	],
	[
		'expressions',
		'lists of lists of texts had no limit',
		inputOf('{targets.all.ids.![join(targets.all.ids.![join(targets.all.ids)])].size()}'),
	],
	[
		'expressions',
		'every expression of a template had a limit of its own',
		inputOf('{targets.all.ids.![targets.all.ids].size()}'.repeat(1500)),
	],
	[
		'stomp broker',
		'a header of spaces took the square of the time',
		inputOf(`CONNECT\naccept-version:1.2\nx:a${'\t'.repeat(60_000)}b\n\n\0`),
	],
	[
		'stomp client',
		'a header of spaces took the square of the time',
		inputOf(`CONNECTED\nversion:1.2\nx:a${'\t'.repeat(60_000)}b\n\n\0`),
	],
	[
		'completion cache',
		'a list of another shape ended the command',
		inputOf('{"services":[null,{"service":"a","lists":{"servers":{}}}]}'),
	],
	[
		'files of adopt',
		'each error of a YAML file came with its stack',
		inputOf(`services: [${','.repeat(100_000)}]`),
	],
	['ini', 'a name with a line separator was not read as one', inputOf('[S]\n[\u2029=]')],
];
