import {typingMessages} from '../../../messages/dialogs.ts';
import {notify} from '../state/notify.ts';
import type {Services} from '../state/services.ts';
import type {TypingGuard} from '../state/view-state.ts';

/**
Keys closer together than this belong together: a held key, a line typed without looking, a slow connection. A terminal
sends no key-up event, so only a pause shows that a press is a new one. (X11: a held key repeats after 660 ms)
*/
export const quietMs = 700;
/** Keys closer together than this were sent at once. */
export const togetherMs = 50;

type GuardOptions = Pick<TypingGuard, 'drops' | 'chord' | 'reason'> & {quietMs?: number};

/** Ignores keys from now until there is a pause. */
export function guardTyping({store, clock}: Services, {quietMs: ms = quietMs, ...guard}: GuardOptions): void {
	const typing = {...guard, at: clock.monotonic(), quietMs: ms, dropped: 0};
	store.dispatch({type: 'view/changed', change: {typing}});
}

export function endTypingGuard({store}: Services): void {
	if (store.getState().view.typing) store.dispatch({type: 'view/changed', change: {typing: undefined}});
}

/** A letter that opened a dialog and came again: held down, or the first one of a text. */
const mayBeText = ({drops, chord}: TypingGuard) => drops === 'held' && chord !== 'enter';

/** Returns a single letter that was dropped because it may have been held down, although it was text: another one followed. */
export function textBefore({store, clock}: Services, chord: string): string {
	const {typing} = store.getState().view;
	if (!typing || !mayBeText(typing) || typing.dropped !== 1 || chord === typing.chord) return '';
	return clock.monotonic() - typing.at < typing.quietMs ? (typing.chord ?? '') : '';
}

/**
Whether a key came before the keyboard was quiet and is dropped because it `needsPause`, which is reported once. Esc and
Ctrl-C are never dropped.
*/
export function isTypedTooSoon(
	services: Services,
	chord: string,
	needsPause: (drops: TypingGuard['drops']) => boolean,
): boolean {
	const {store, clock} = services;
	const {typing} = store.getState().view;
	if (!typing) return false;
	const now = clock.monotonic();
	const isLeaving = chord === 'esc' || chord === 'ctrl+c';
	const isOver = now - typing.at >= typing.quietMs || (typing.drops === 'held' && chord !== typing.chord);
	if (isOver || (isLeaving && typing.dropped === 0)) {
		endTypingGuard(services);
		return false;
	}
	const isDropped = !isLeaving && needsPause(typing.drops);
	const dropped = typing.dropped + Number(isDropped);
	store.dispatch({type: 'view/changed', change: {typing: {...typing, at: now, dropped}}});
	if (isDropped && typing.dropped === Number(mayBeText(typing))) {
		const text =
			chord !== 'enter' || typing.drops === 'all'
				? typingMessages.ignored(typing.reason)
				: typingMessages.notConfirmed;
		notify(services, 'warning', text, {passing: true});
	}
	return isDropped;
}
