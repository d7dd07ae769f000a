import {tableOf} from '../lib/json/maps.ts';

/*
Reads the words of a shell script, without running anything. Only what a script says literally is known: the value of
a variable that was assigned in it, but no command substitution, and nothing that depends on a condition.
*/

/** A part of a word. `open`: a substitution or expansion that only a shell could carry out. */
type Part = {text: string} | {variable: string} | {open: true};
export type Word = readonly Part[];
/** A simple command. `line` counts from 1. `isConditional`: it may not run, or run several times. */
export type ShellCommand = {line: number; words: readonly Word[]; isConditional: boolean};

/** The value of a word: its text, the one variable that it consists of, or unknown. */
export type ShellValue = {text: string} | {variable: string} | {open: true};
export type Variables = Map<string, ShellValue>;

/** Substitutions nested deeper than this are not read. */
const maxNesting = 8;
/** Longer values count as unknown: variables that contain each other repeatedly would exhaust memory. */
const maxValueLength = 4096;

const openers = new Set(['if', 'for', 'while', 'until', 'case', 'select', '{']);
/** Words before a command that are not part of it. */
const keywords = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{']);
const closers = new Set(['fi', 'done', 'esac', '}']);

/** Returns the commands of a script, with the ones in `$(…)`. */
export function readShell(text: string): readonly ShellCommand[] {
	const commands: ShellCommand[] = [];
	scan({text: text.replaceAll('\r\n', '\n'), at: 0, line: 1, nesting: 0, commands, documents: []}, undefined);
	return commands;
}

type Scanner = {
	text: string;
	at: number;
	line: number;
	nesting: number;
	commands: ShellCommand[];
	/** The here-documents that begin after this line. */
	documents: {end: string; isIndented: boolean}[];
};

/** Reads commands up to the end, or to the parenthesis that closes a substitution. */
function scan(scanner: Scanner, closing: ')' | '`' | undefined): void {
	let words: Word[] = [];
	let word: Part[] | undefined;
	let line = scanner.line;
	let depth = scanner.nesting;
	let isAfterCondition = false;
	const endWord = () => {
		if (word) words.push(word);
		word = undefined;
	};
	const endCommand = (isCondition: boolean) => {
		endWord();
		const first = textOf(words[0]);
		if (closers.has(first)) depth--;
		if (words.length > 0) scanner.commands.push({line, words, isConditional: isAfterCondition || depth > 0});
		if (openers.has(first) || words.some(each => textOf(each) === '{')) depth++;
		words = [];
		isAfterCondition = isCondition;
	};
	while (scanner.at < scanner.text.length) {
		const {text, at} = scanner;
		const character = text.charAt(at);
		if (character === closing) break;
		if (!word && words.length === 0) line = scanner.line;
		if (character === '\\' && text.charAt(at + 1) === '\n') {
			scanner.at += 2;
			scanner.line++;
		} else if (character === '#' && !word) {
			const end = text.indexOf('\n', at);
			scanner.at = end === -1 ? text.length : end;
		} else if (/[\s;&|()<>]/.test(character)) {
			scanner.at++;
			if (character === '\n') {
				scanner.line++;
				skipDocuments(scanner);
			}
			if (character === '<') openDocument(scanner);
			if (/[\n;&|()]/.test(character)) {
				const isPair = /[&|]/.test(character) && text.charAt(at + 1) === character;
				if (isPair) scanner.at++;
				endCommand(isPair);
			} else endWord();
		} else {
			word ??= [];
			readPart(scanner, word);
		}
	}
	endCommand(false);
	scanner.at++;
}

/** A here-document; `<<<` is none. (POSIX, Shell Command Language, 2.7.4) */
const documentStart = /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([^\s;&|<>()'"`$<]+))/y;

/** Notes a here-document that starts at the character before. */
function openDocument(scanner: Scanner): void {
	documentStart.lastIndex = scanner.at - 1;
	const [whole, dash, single, double, bare] = documentStart.exec(scanner.text) ?? [];
	const end = single ?? double ?? bare;
	if (whole === undefined || end === undefined) return;
	scanner.documents.push({end, isIndented: dash !== ''});
	scanner.at += whole.length - 1;
}

/** Skips the here-documents that start on this line. One without an end is a shift in an expression. */
function skipDocuments(scanner: Scanner): void {
	for (const {end, isIndented} of scanner.documents.splice(0)) {
		let at = scanner.at;
		for (let lines = 1; at < scanner.text.length; lines++) {
			const newline = scanner.text.indexOf('\n', at);
			const stop = newline === -1 ? scanner.text.length : newline;
			const line = scanner.text.slice(at, stop);
			at = stop + 1;
			if ((isIndented ? line.replace(/^\t+/, '') : line) !== end) continue;
			scanner.at = at;
			scanner.line += lines;
			break;
		}
	}
}

/** Reads a quoted text, an expansion or a character into the word. */
function readPart(scanner: Scanner, word: Part[]): void {
	const {text, at} = scanner;
	const character = text.charAt(at);
	if (character === "'") {
		const end = text.indexOf("'", at + 1);
		const stop = end === -1 ? text.length : end;
		addText(scanner, word, text.slice(at + 1, stop));
		scanner.at = stop + 1;
	} else if (character === '$' && text.charAt(at + 1) === "'") {
		const [whole = '', inside = ''] = ansiC.exec(text.slice(at, at + maxValueLength)) ?? [];
		addText(scanner, word, unescapeC(inside));
		scanner.line += inside.split('\n').length - unescapeC(inside).split('\n').length;
		scanner.at += whole.length || text.length;
	} else if (character === '"' || (character === '$' && text.charAt(at + 1) === '"')) {
		scanner.at += character === '$' ? 2 : 1;
		word.push({text: ''});
		while (scanner.at < text.length && text.charAt(scanner.at) !== '"') readInside(scanner, word, true);
		scanner.at++;
	} else readInside(scanner, word, false);
}

/** (Bash Reference Manual, ANSI-C Quoting) */
const ansiC = /^\$'((?:[^'\\]|\\[^])*)'/;
const escapes = /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,8})|([0-7]{1,3})|([^]))/gi;
const namedEscapes = tableOf<string>({
	a: '\x07',
	b: '\b',
	e: '\x1b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\v',
});

/** Replaces the escapes of C. */
export function unescapeC(text: string): string {
	return text.replaceAll(escapes, (_, x?: string, u?: string, long?: string, octal?: string, other = '') => {
		const hex = x ?? u ?? long;
		const code = hex === undefined ? octal && Number.parseInt(octal, 8) : Number.parseInt(hex, 16);
		if (typeof code === 'number') return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
		return namedEscapes.get(String(other)) ?? String(other);
	});
}

function readInside(scanner: Scanner, word: Part[], isQuoted: boolean): void {
	const {text, at} = scanner;
	const character = text.charAt(at);
	const next = text.charAt(at + 1);
	if (character === '\\') {
		const isEscape = !isQuoted || '$`"\\\n'.includes(next);
		addText(scanner, word, isEscape ? next.replace('\n', '') : character + next);
		scanner.at += 2;
	} else if (character === '`' || (character === '$' && next === '(')) {
		word.push({open: true});
		scanner.at += character === '`' ? 1 : 2;
		if (scanner.nesting >= maxNesting) scanner.at = text.length;
		else {
			scanner.nesting++;
			scan(scanner, character === '`' ? '`' : ')');
			scanner.nesting--;
		}
	} else if (character === '$') {
		const [whole = '$', bare, braced] =
			/\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|\{[^}]*\}|.)?/sy.exec(text.slice(at, at + 300)) ?? [];
		const name = bare ?? braced;
		word.push(name === undefined ? {open: true} : {variable: name});
		scanner.at += whole.length;
	} else {
		addText(scanner, word, character);
		scanner.at++;
	}
}

function addText(scanner: Scanner, word: Part[], text: string): void {
	for (const character of text) if (character === '\n') scanner.line++;
	const last = word.at(-1);
	if (last && 'text' in last) last.text += text;
	else word.push({text});
}

/** Returns the text of a word without variables; empty for all others. */
const textOf = (word: Word | undefined): string =>
	word?.length === 1 && word[0] && 'text' in word[0] ? word[0].text : '';

/** Returns the value of a word, as far as the variables are known. */
export function valueOf(whole: Word, variables: Variables): ShellValue {
	const word = whole.filter(part => !('text' in part) || part.text !== '');
	const [only] = word;
	if (word.length === 1 && only && 'variable' in only) return variables.get(only.variable) ?? only;
	let text = '';
	for (const part of word) {
		const value = 'variable' in part ? variables.get(part.variable) : part;
		if (value === undefined || !('text' in value)) return {open: true};
		text += value.text;
		if (text.length > maxValueLength) return {open: true};
	}
	return {text};
}

/** An assignment in a command: `name=value`. */
export type Assignment = {name: string; value: Word};

/** Splits a command into its assignments, with the ones of `export`, and the words of its program. */
export function splitCommand({words}: ShellCommand): {assigned: Assignment[]; program: Word[]} {
	const assigned: Assignment[] = [];
	const start = words.findIndex(word => !keywords.has(textOf(word)));
	const isDeclaring = /^(export|declare|typeset|local|readonly|set)$/.test(textOf(words[start]));
	const rest = words.slice(start + Number(isDeclaring));
	let index = 0;
	for (; index < rest.length; index++) {
		const word = rest[index] ?? [];
		const [first, ...more] = word;
		const match = first && 'text' in first ? /^([A-Za-z_]\w*)=(.*)$/s.exec(first.text) : undefined;
		if (match) assigned.push({name: match[1] ?? '', value: [{text: match[2] ?? ''}, ...more]});
		else if (!isDeclaring) break;
	}
	return {assigned, program: isDeclaring ? [] : rest.slice(index)};
}

/** Sets the variables of an assignment that always runs; others become unknown. */
export function assign(
	variables: Variables,
	{name, value}: Assignment,
	{isConditional}: Pick<ShellCommand, 'isConditional'>,
): void {
	variables.set(name, isConditional ? {open: true} : valueOf(value, variables));
}
