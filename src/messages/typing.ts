import {key, message, type Message} from './text.ts';

/** Keys that arrived too soon to refer to what is on screen. */
export const typingMessages = {
	/** `reason`: why nothing could accept the keys. */
	ignored: (reason: Message = 'Pause, then type again.') =>
		message`Keys typed too soon were ignored. ${reason}`,
	notConfirmed: message`${key('dialog.enter')} came too soon to confirm. Pause, then press it again.`,
	held: message`${key('dialog.enter')} is held down and confirms nothing. Release it, then press it again.`,
};
