import chalk, {type ChalkInstance} from 'chalk';
import {printableLine} from '../../lib/text/text.ts';
import type {Style} from './tokens.ts';

type Codes = [open: string, close: string];
const known = new WeakMap<Style, Codes>();

/**
Wraps a text in the codes of a style (ECMA-48, SGR), with the colors set by `settleColors`. Several styles in
one text cost React a fifth of what separate elements do.
Other control codes in the text are always removed.
*/
export function paintText(text: string, style: Style): string {
	if (text === '') return '';
	let codes = known.get(style);
	if (!codes) known.set(style, (codes = codesOf(style)));
	return codes[0] + printableLine(text) + codes[1];
}

function codesOf({color, bold, dim, inverse, underline}: Style): Codes {
	const steps: (ChalkInstance | false | undefined)[] = [
		dim && chalk.dim,
		color !== undefined && chalkFor(color),
		bold && chalk.bold,
		underline && chalk.underline,
		inverse && chalk.inverse,
	];
	const [open = '', close = ''] = steps.reduce((text, step) => (step ? step(text) : text), '|').split('|');
	return [open, close];
}

/** Returns the chalk function of a color by name, by hex digits or by its index of 256. */
function chalkFor(color: string): ChalkInstance {
	if (color.startsWith('#')) return chalk.hex(color);
	if (/^\d+$/.test(color)) return chalk.ansi256(Number(color));
	const named: unknown = Reflect.get(chalk, color);
	// Themes and the configuration accept only chalk's color names.
	return typeof named === 'function' ? (named as ChalkInstance) : chalk.reset;
}
