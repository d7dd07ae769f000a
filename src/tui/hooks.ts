import {createContext, use, useSyncExternalStore} from 'react';
import type {Program} from '../app/kernel/program.ts';
import type {State} from '../app/state.ts';
import type {ThrottledStore} from './throttled-store.ts';
import type {Theme} from './theme/tokens.ts';
import type {Ticker} from './ticker.ts';
import {paneMessages} from '../messages/tui-panes.ts';

/** What every part of the TUI may need. */
export type Tui = {
	services: Program;
	/** What components read: `services.store` at the pace of the screen. */
	throttled: ThrottledStore<State>;
	ticker: Ticker;
	theme: Theme;
	/** Told of a pane that failed while it painted; returns the path of the report, if one could be written. */
	report: (error: unknown) => string | undefined;
	/** Grows with every redraw that was asked for: what failed before is tried again. */
	attempt: number;
};

export const TuiContext = createContext<Tui | undefined>(undefined);

export function useTui(): Tui {
	const tui = use(TuiContext);
	if (!tui) throw new Error(paneMessages.outsideContext);
	return tui;
}

/** `select` must return a value that is already in the state, or a primitive. */
export function useSelect<Value>(select: (state: State) => Value): Value {
	const {throttled} = useTui();
	return useSyncExternalStore(throttled.subscribe, () => select(throttled.getState()));
}

/** A primitive that depends on the time, such as an age: the component is painted when it changes, not every second. */
export function useShown<Value extends string | number | undefined>(
	shown: (now: number, tick: number) => Value,
): Value {
	const {ticker} = useTui();
	return useSyncExternalStore(ticker.subscribe, () => shown(ticker.now(), ticker.tick()));
}
