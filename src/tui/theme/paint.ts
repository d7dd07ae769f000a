import chalk, {type ChalkInstance} from 'chalk';
import {printableLine} from '../../lib/text.ts';
import type {Style} from './tokens.ts';

type Codes = [open: string, close: string];
const known = new WeakMap<Style, Codes>();

/**
The text with the codes of a style around it (ECMA-48, SGR), as many colours as `settleColors` has settled. Styles side
by side in one text cost React a fifth of what a part for each of them does. Those codes are the only ones: whatever
came uncleaned into the state, none that is in a text gets among them.
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

/** A colour by its name, of which chalk has a function each, or by its numbers. */
function chalkFor(color: string): ChalkInstance {
	if (color.startsWith('#')) return chalk.hex(color);
	const named: unknown = Reflect.get(chalk, color);
	// Only chalk's own names of colours are in a theme or pass the check of the configuration.
	return typeof named === 'function' ? (named as ChalkInstance) : chalk.reset;
}
