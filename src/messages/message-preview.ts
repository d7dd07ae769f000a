import {gap, joinMessages, type Message} from './text.ts';

/** A message to players, as they will read it. */
export const messagePreviewMessages = {
	label: 'They read',
	sentFirst: (minutes: number, text: string) => `at ${minutes} min: ${text}`,
	repeated: (minutes: number, text: string): Message =>
		joinMessages([`at ${minutes} min: ${text}`, '(if the node repeats it then)'], gap),
	warning: 'Careful',
	lettersLost: (letters: readonly string[], shown: string) =>
		`${letters.join(' ')} may be shown as ? in the game: "${shown}"`,
};
