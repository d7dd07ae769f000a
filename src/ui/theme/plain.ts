import {dark} from './dark.ts';
import type {Style, Theme, Token} from './tokens.ts';

/** Without any colour: only weight and inverse say what matters, and each meaning also has a sign or a word. */
export const plain: Theme['styles'] = Object.fromEntries(
	Object.entries(dark).map(([token, {bold, inverse}]): [string, Style] => [
		token,
		{...(bold && {bold}), ...(inverse && {inverse})},
	]),
) as Record<Token, Style>; // the same tokens as in the dark theme
