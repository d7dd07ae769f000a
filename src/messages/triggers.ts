import {plural} from '../lib/text/plural.ts';

/** Triggers: what happens when a text appears in chat, output or answers. */
export const triggerMessages = {
	sameName: 'another trigger has this name',
	noPattern: (problem: string) => `invalid pattern: ${problem}`,
	unknownPlaceholder: 'only {player} and {text} are filled in',
	wordMissing: 'the command must start with a fixed word, not a placeholder',
	oneCommand: 'only one command can run',
	dangerous: (reason: string) => `a trigger must not run it unattended: ${reason}`,
	empty: (placeholder: string) => `${placeholder} has no value`,
	severalWords: (placeholder: string) =>
		`${placeholder} has several words here; put it in quotes, or at the end`,
	/** `who`: the player and the text, or the line. */
	fired: (name: string, who: string, more: number) =>
		`Trigger ${name}: ${who}${more === 0 ? '' : ` (${plural(more, 'more match', 'more matches')} since the last)`}`,
	said: (player: string | undefined, text: string) => (player === undefined ? text : `${player}: ${text}`),
	notSent: (name: string, server: string, problem: string) =>
		`Trigger ${name} on ${server}: the command was not sent: ${problem}.`,
	readOnly: 'this session is read-only',
	suppressed: (name: string, server: string, duration: string) =>
		`Trigger ${name} on ${server} matched again; it acts once every ${duration}.`,
	invalid: (name: string, message: string) => `Trigger ${name} does not run: ${message}.`,
	inConfig: (index: number, field: string, message: string) => `triggers.${index}.${field}: ${message}`,
	onServer: (server: string, text: string) => `${server}: ${text}`,
};
