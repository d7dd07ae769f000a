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

type GuardOptions = Pick<TypingGuard, 'drops' | 'reason'> & {quietMs?: number};

/** Ignores keys from now until there is a pause. */
export function guardTyping({store, clock}: Services, {quietMs: ms = quietMs, ...guard}: GuardOptions): void {
	const typing = {...guard, at: clock.monotonic(), quietMs: ms, hasDropped: false};
	store.dispatch({type: 'view/changed', change: {typing}});
}

export function endTypingGuard({store}: Services): void {
	if (store.getState().view.typing) store.dispatch({type: 'view/changed', change: {typing: undefined}});
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
	const isOver = now - typing.at >= typing.quietMs || (typing.drops === 'held' && chord !== 'enter');
	if (isOver || (isLeaving && !typing.hasDropped)) {
		endTypingGuard(services);
		return false;
	}
	const isDropped = !isLeaving && needsPause(typing.drops);
	const hasDropped = typing.hasDropped || isDropped;
	store.dispatch({type: 'view/changed', change: {typing: {...typing, at: now, hasDropped}}});
	if (isDropped && !typing.hasDropped) {
		const text =
			chord !== 'enter' || typing.drops === 'all'
				? typingMessages.ignored(typing.reason)
				: typingMessages.notConfirmed;
		notify(services, 'warning', text, {passing: true});
	}
	return isDropped;
}
