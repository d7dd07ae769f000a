import {posix} from 'node:path';
import {detectFormat, readSource} from '../../src/adopt/formats.ts';
import type {FoundPassword, Reading} from '../../src/adopt/found.ts';

/** Reads files by their names; the first is the one to adopt. */
export function read(files: Record<string, string>): Reading {
	const [[name = '', text = ''] = []] = Object.entries(files);
	const path = `/srv/${name}`;
	const near = (file: string) =>
		Object.entries(files).find(([other]) => `/srv/${other}` === posix.resolve(path, '..', file))?.[1];
	const format = detectFormat({path, text});
	if (!format) throw new Error('The format was not detected.');
	return readSource(format, {path, text, near});
}

/** A line for each server and each one that is skipped. */
export function linesOf({servers, skipped}: Reading): string[] {
	return [
		...servers.map(
			({name, gameType = '-', console: {kind = '-', host, port = '-'}, password, query, power}) =>
				[
					name,
					gameType,
					kind,
					`${host}:${port}`,
					shown(password),
					...(query ? [`${query.kind} ${query.port}`] : []),
					...(power.kind === 'container' ? [`container ${power.container}`] : []),
					...(power.kind === 'systemd' ? [`unit ${power.unit} ${power.isUser}`] : []),
				].join(' '),
		),
		...skipped.map(({name, reason}) => `skip ${name}: ${reason}`),
	];
}

function shown(password: FoundPassword | undefined): string {
	if (password === undefined) return 'none';
	if ('text' in password) return `text=${password.text.reveal()}`;
	if ('file' in password) return `file=${password.file}`;
	return 'env' in password ? `env=${password.env}` : 'command';
}

export type FormatCase = readonly [title: string, files: Record<string, string>, lines: string[]];

/** The same files with the line ends of Windows. */
export const withWindowsLineEnds = (files: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll(/\r?\n/g, '\r\n')]));
