import {CommanderError} from 'commander';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {codeBlocks, codeSpans, type Page} from './pages.ts';

/** A simple command on a page: its words, without preceding variable assignments. A mention may omit arguments. */
export type CommandLine = {page: string; words: string[]; isMention: boolean};

export const program = await declaredProgram();

/** Separators between simple commands: pipes, lists, redirections, substitutions. A comment ends with its line. */
const token =
	/(?<blank>(?:[ \t]|\\\n)+)|(?<comment>#[^\n]*)|(?<between>\d?>>?|<\(|\$\(|[|&;()\n<]+)|'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<plain>(?:[^\s|&;()<>'"$]|\$(?!\())+)/gy;

/** Splits shell code into its simple commands. Supports what our examples use, and throws otherwise. */
export function simpleCommands(shell: string): string[][] {
	const commands: string[][] = [[]];
	let isInWord = false;
	token.lastIndex = 0;
	while (token.lastIndex < shell.length) {
		const at = token.lastIndex;
		const groups = token.exec(shell)?.groups;
		if (!groups) throw new Error(`cannot be read as shell: ${shell.slice(at)}`);
		const {blank, comment, between, single, double, plain} = groups;
		const isWord = blank === undefined && comment === undefined && between === undefined;
		if (isWord) {
			const words = commands.at(-1) ?? [];
			const text = single ?? double ?? plain ?? '';
			if (isInWord) words[words.length - 1] += text;
			else words.push(text);
		}
		isInWord = isWord;
		if (between !== undefined) commands.push([]);
	}
	return commands
		.map(words => words.slice(words.findIndex(word => !/^[A-Z_]+=/.test(word))))
		.filter(words => words.length > 0);
}

/** The commands in the `sh` blocks of a page. */
export function shellCommands(page: Page): CommandLine[] {
	return codeBlocks(page)
		.filter(({language}) => language === 'sh')
		.flatMap(({text}) => simpleCommands(text).map(words => ({page: page.file, words, isMention: false})));
}

/** The commands in the `sh` blocks and code spans of a page. */
export function namedCommands(page: Page): CommandLine[] {
	const spans = codeSpans(page).filter(code => /^(rcondeck|npm)( |$)/.test(code));
	return [
		...shellCommands(page),
		...spans.flatMap(code => simpleCommands(code).map(words => ({page: page.file, words, isMention: true}))),
	];
}

/** The arguments of rcondeck, if the command calls it. */
export function rcondeckArguments({words: [program, ...words]}: CommandLine): string[] | undefined {
	if (program === 'rcondeck') return words;
	const isStart = program === 'npm' && words[0] === 'start';
	return isStart ? words.slice(words[1] === '--' ? 2 : 1) : undefined;
}

/** The program's error for the arguments; undefined if it accepts them. */
export async function problemWith(words: readonly string[], isMention = false): Promise<string | undefined> {
	try {
		const {operands, unknown} = program.parseOptions([...words]);
		const isTui = operands.length === 0 && unknown.length === 0;
		if (!isTui) await program.parseAsync(words, {from: 'user'});
		return undefined;
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		const isIncomplete = ['commander.missingArgument', 'commander.missingMandatoryOptionValue'].includes(
			error.code,
		);
		return error.exitCode === 0 || (isMention && isIncomplete) ? undefined : error.message;
	}
}
