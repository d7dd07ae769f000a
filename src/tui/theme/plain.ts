import type {Tone} from '../../app/kernel/spans.ts';
import {dark} from './dark.ts';
import type {Style, Theme} from './tokens.ts';

/** Distinctions that other themes make only by color. */
const withoutColor: Partial<Record<Tone, Style>> = {
	paneFocused: {bold: true, inverse: true},
	failure: {bold: true},
	warning: {bold: true},
	hintKey: {bold: true},
};

/** Without any color: weight and inverse carry the meaning, and each meaning also has a sign or a word. */
export const plain: Theme['styles'] = Object.fromEntries(
	Object.entries({...dark, ...withoutColor}).map(([token, {bold, inverse}]): [string, Style] => [
		token,
		{...(bold && {bold}), ...(inverse && {inverse})},
	]),
) as Record<Tone, Style>; // the same tokens as in the dark theme
