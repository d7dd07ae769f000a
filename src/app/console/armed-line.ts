import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {endTypingGuard, guardTyping} from '../kernel/typing-guard.ts';
import type {Armed} from './input-state.ts';
import {changeInput} from './open-line.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';

/** How long a destructive command waits for its second Enter. */
export const armedMs = 10_000;

/**
Ends what a key press cancels before it takes effect: a destructive command waiting for its second Enter, and the list
of candidates unless the key belongs to it. Esc has its own command for that. Returns true for an Enter that was not
intended.
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
	changeInput(services, {armed: undefined, unconfirmed: services.store.getState().input.armed});
	endTypingGuard(services);
	notify(services, 'info', consoleInputMessages.nothingSent, {claim: 'nothingSent'});
}
