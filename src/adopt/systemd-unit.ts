import {readEnvFile} from './env-file.ts';
import type {SourceFile} from './found.ts';
import {type ShellCommand, unescapeC, valueOf, type Variables, type Word} from './shell.ts';

/*
Units of systemd: systemd.syntax(7) (continued lines, quotes), systemd.service(5) (the prefixes of commands, `$$`, `${NAME}`),
systemd.exec(5) (`Environment=`, `EnvironmentFile=`) and systemd.unit(5) (`%%`, other specifiers are unknown here).
*/

/** `unread`: the environment files that could not be read. */
type Unit = {commands: readonly ShellCommand[]; variables: Variables; unread: readonly string[]};

export function readUnit({text, near}: Pick<SourceFile, 'text' | 'near'>): Unit {
	const commands: ShellCommand[] = [];
	const variables: Variables = new Map();
	const unread: string[] = [];
	for (const {line, name, value} of settingsOf(text)) {
		if (name === 'EnvironmentFile') {
			const file = value.trim().replace(/^-/, '');
			const found = file.includes('%') ? undefined : near(file);
			if (found === undefined) unread.push(file);
			for (const [each, content] of readEnvFile(found ?? '', text => ({text}))) variables.set(each, content);
		} else if (name === 'Environment') {
			for (const word of wordsOf(value, false)) {
				const value_ = valueOf(word, variables);
				const [, each, content] = 'text' in value_ ? (/^(\w+)=(.*)$/s.exec(value_.text) ?? []) : [];
				if (each !== undefined) variables.set(each, {text: content ?? ''});
			}
		} else if (/^Exec\w+$/.test(name)) {
			const words = wordsOf(value.replace(/^[-@:+!|]*/, ''), true);
			if (words.length > 0) commands.push({line, words, isConditional: false});
		}
	}
	return {commands, variables, unread};
}

/** The settings, with lines that continue joined. */
function settingsOf(text: string): {line: number; name: string; value: string}[] {
	const lines = text.split(/\r?\n/);
	const found: {line: number; name: string; value: string}[] = [];
	for (let at = 0; at < lines.length; at++) {
		const start = at;
		const parts = [lines[at] ?? ''];
		if (/^\s*[#;]/.test(parts[0] ?? '')) continue;
		while ((parts.at(-1) ?? '').endsWith('\\') && at + 1 < lines.length) {
			at++;
			const next = lines[at] ?? '';
			// Comments between continued lines are not part of them.
			if (/^\s*[#;]/.test(next)) continue;
			parts.push(next);
		}
		const whole = parts.map(part => part.replace(/\\$/, ' ')).join('');
		const [, name, value] = /^\s*(\w+)\s*=\s*(.*)$/s.exec(whole) ?? [];
		if (name !== undefined && value !== undefined) found.push({line: start + 1, name, value});
	}
	return found;
}

const token = /\s+|"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|((?:[^\s"'\\]|\\[^])+)|(["'\\])/g;

/** Splits a value into words. `expands`: `$$` is one dollar sign, and `$NAME` and `${NAME}` are variables. */
function wordsOf(value: string, expands: boolean): Word[] {
	const words: Word[] = [];
	let word: Word | undefined;
	for (const [whole, double, single, bare, stray] of value.matchAll(token)) {
		const text = double ?? single ?? bare ?? stray;
		if (text === undefined || whole.trim() === '') {
			if (word) words.push(word);
			word = undefined;
		} else word = [...(word ?? []), ...partsOf(unescapeC(text), expands)];
	}
	return word ? [...words, word] : words;
}

const expansion = /%%|%(.?)|\$\$|\$\{(\w+)\}|\$([A-Za-z_]\w*)/g;

function partsOf(text: string, expands: boolean): Word {
	const parts: Word[number][] = [{text: ''}];
	let from = 0;
	for (const match of text.matchAll(expansion)) {
		const [whole, , braced, bare] = match;
		if (!expands && whole.startsWith('$')) continue;
		parts.push({text: text.slice(from, match.index)});
		const name = braced ?? bare;
		if (whole === '%%' || whole === '$$') parts.push({text: whole.charAt(0)});
		else parts.push(name === undefined ? {open: true} : {variable: name});
		from = match.index + whole.length;
	}
	return [...parts, {text: text.slice(from)}];
}
