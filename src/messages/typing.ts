import {key, message, type Message} from './text.ts';

/** Keys that came too soon to be meant for what is on screen. */
export const typingMessages = {
	/** `reason`: why there was nothing that could take them. */
	ignored: (reason: Message = 'Pause, then type again.') =>
		message`Keys typed too soon were ignored. ${reason}`,
	notConfirmed: message`${key('dialog.enter')} came too soon to confirm. Pause, then press it again.`,
};
