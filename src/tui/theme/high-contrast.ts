import type {Tone} from '../../app/kernel/spans.ts';
import type {Style, Theme} from './tokens.ts';

/** Tones that must be visible from across the room. */
const alarms = new Set<string>(['offline', 'lost', 'danger', 'profile', 'failure', 'timeout']);

/**
Derives a high-contrast theme for tired eyes and bad screens: no gray, every color bold, alarms as inverse
blocks.
*/
export function highContrast(base: Theme['styles']): Theme['styles'] {
	const looks = Object.entries(base).map(([token, {color, ...rest}]): [string, Style] => [
		token,
		{
			...rest,
			...(color !== undefined && color !== 'gray' && {color, bold: true}),
			...(alarms.has(token) && {inverse: true}),
		},
	]);
	return Object.fromEntries(looks) as Record<Tone, Style>; // the tokens of `base`
}
