import {minutesText} from './fields.ts';

/** A message as players see it. */
export const messagePreviewMessages = {
	label: 'Players see',
	atMinutesLeft: (minutes: number, text: string) => `${minutesText(minutes)} left: ${text}`,
	/** `repeats`: it may be repeated; `isSingular`: one line has `1 minute`. */
	note: (repeats: boolean, isSingular: boolean) =>
		[
			...(repeats ? ['Repeats are up to the node'] : []),
			...(isSingular ? ['some write "1 minutes"'] : []),
		].join('; '),
	inForm: (text: string) => `Players see: ${text}`,
	warning: 'Warning',
	lettersLost: (letters: readonly string[], shown: string) =>
		`The game may show ${letters.join(' ')} as ?: "${shown}"`,
};
