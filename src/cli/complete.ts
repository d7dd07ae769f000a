import type {Command} from 'commander';
import {tableOf} from '../lib/maps.ts';
import {offersFor, type Offer} from './completion-offers.ts';
import {exitCodes, type ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';

/**
Runs `__complete SHELL WORDS…` for the completion scripts: prints one offer per line, in the shell's format. A
first line of `files` requests path completion. On any error it prints nothing.
*/
export function writeOffers(io: Pick<Io, 'argv' | 'env' | 'stdout'>, program: Command): ExitCode {
	const [, shell = '', ...words] = io.argv;
	const typed = shell === 'bash' ? bashWords(words) : {words: withoutOpenQuote(words), quote: ''};
	const offers = offersFor(program, typed.words, io.env);
	if (offers === 'files') io.stdout.write('files\n');
	else {
		const word = typed.words.at(-1) ?? '';
		const fitting = offers.filter(({value}) => value.toLowerCase().startsWith(word.toLowerCase()));
		const lines = fitting.map(offer => lineFor(shell, offer, typed.quote));
		io.stdout.write(['values', ...new Set(lines), ''].join('\n'));
	}
	return exitCodes.done;
}

function lineFor(shell: string, {value, about}: Offer, quote: string): string {
	if (shell === 'fish') return about === '' ? value : `${value}\t${about}`;
	if (shell === 'zsh') {
		const escaped = value.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
		return about === '' ? escaped : `${escaped}:${about}`;
	}
	const escaped = bashQuoted.get(quote)?.(value);
	if (escaped === undefined) return value.replaceAll(/[^\w@%+=:,./-]/gu, '\\$&');
	// Readline closes the open quote unless the word already ends with that character.
	return escaped.endsWith(quote) ? escaped + quote : escaped;
}

/** Escapes characters that are special even inside quotes. */
const bashQuoted = tableOf<(value: string) => string>({
	'"': value => value.replaceAll(/["$\\`]/g, '\\$&').replaceAll('!', `"'!'"`),
	"'": value => value.replaceAll("'", String.raw`'\''`),
});

/** Parses the words of bash as typed, with quotes; `=` is a word of its own. */
function bashWords(rawWords: readonly string[]): {words: string[]; quote: string} {
	const quote = /^["']/.exec(rawWords.at(-1) ?? '')?.[0] ?? '';
	const words = rawWords.map(unquoted);
	// Bash splits `--state=up` into `--state = up` and completes only what follows the sign.
	const isAssigned = words.at(-1) === '=' || words.at(-2) === '=';
	if (words.at(-1) === '=') words[words.length - 1] = '';
	else if (isAssigned) words.splice(-2, 1);
	return {words, quote};
}

/** Other shells quote offers themselves, but pass an unfinished last word as typed. */
const withoutOpenQuote = (words: readonly string[]): string[] =>
	words.map((word, at) => (at === words.length - 1 && /^["']/.test(word) ? unquoted(word) : word));

const unquoted = (word: string): string =>
	word.replace(/^(["'])(.*?)\1?$/s, '$2').replaceAll(/\\(.)/gs, '$1');
