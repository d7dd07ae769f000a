import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {endTypingGuard, guardTyping} from '../kernel/typing-guard.ts';
import type {Armed} from './input-state.ts';
import {changeInput} from './open-line.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';

/** How long a destructive line waits for its second Enter. */
export const armedMs = 10_000;

/**
What a key ends before it does anything else: a destructive line that waits for its second Enter, and the list of
candidates, unless the key is one of theirs. Esc does that by its own command. True for an Enter that was not meant.
*/
export function settleInput(
	services: Services,
	chord: string,
	{burst, completes}: {burst: boolean; completes: boolean},
): boolean {
	const {armed, completion} = services.store.getState().input;
	if (completion && !completes) {
		changeInput(services, {completion: undefined});
	}
	if (!armed || chord === 'esc') return false;
	if (chord === 'enter') return burst;
	disarm(services);
	return false;
}

export function armLine(services: Services, line: Omit<Armed, 'at'>): void {
	const armed = {...line, at: services.clock.now()};
	changeInput(services, {armed});
	guardTyping(services, {drops: 'enter'});
	services.clock.after(armedMs, () => {
		if (services.store.getState().input.armed === armed) disarm(services);
	});
}

export function disarm(services: Services): void {
	changeInput(services, {armed: undefined});
	endTypingGuard(services);
	notify(services, 'info', consoleInputMessages.nothingSent, {claim: 'nothingSent'});
}
