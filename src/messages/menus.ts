import {key, message, type Message} from './text.ts';

/** Titles and help of the keys of a menu. */
export const menuCommandMessages = {
	down: {title: 'Next option', help: 'Go to the next option'},
	up: {title: 'Previous option', help: 'Go to the previous option'},
	choose: {title: 'Choose option', help: 'Choose this option, or press the letter of any option'},
	leave: {title: 'Close menu', help: 'Close the menu without changing anything'},
};

/** Notices of a menu. */
export const menuMessages = {
	choosesNothing: (letter: Message) =>
		message`${letter} is not an option here; ${key('menu.leave')} closes the menu.`,
	tooSoon: message`${key('menu.choose')} came too soon and was ignored; press it again.`,
};
