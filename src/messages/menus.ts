import {key, message, type Message} from './text.ts';

/** Titles and help of the keys of a list of choices. */
export const menuCommandMessages = {
	down: {title: 'down', help: 'Goes to the next choice.'},
	up: {title: 'up', help: 'Goes to the choice before.'},
	choose: {title: 'choose', help: 'Takes this choice; the letter before a choice takes that one.'},
	leave: {title: 'leave', help: 'Closes the list of choices; nothing changes.'},
};

/** What a list of choices says. */
export const menuMessages = {
	choosesNothing: (letter: Message) => message`${letter} chooses nothing here; ${key('menu.leave')} leaves.`,
	tooSoon: message`${key('menu.choose')} came too soon to be meant for this; press it again.`,
};
