import {createContext, use, useSyncExternalStore} from 'react';
import type {Services} from '../core/services.ts';
import type {State} from '../core/state/index.ts';
import type {PacedStore} from './paced-store.ts';
import type {Theme} from './theme/tokens.ts';
import type {Ticker} from './ticker.ts';

/** What every part of the face may need. */
export type Deck = {
	services: Services;
	/** What components read: `services.store` at the pace of the screen. */
	paced: PacedStore<State>;
	ticker: Ticker;
	theme: Theme;
	/** Told of a pane that failed while it painted; returns the path of the report, if one could be written. */
	report: (error: unknown) => string | undefined;
	/** Grows with every redraw that was asked for: what failed before is tried again. */
	attempt: number;
};

export const DeckContext = createContext<Deck | undefined>(undefined);

export function useDeck(): Deck {
	const deck = use(DeckContext);
	if (!deck) throw new Error('Every part of the face stands inside of <DeckContext>.');
	return deck;
}

/** `select` must return a value that is already in the state, or a primitive. */
export function useSelect<Value>(select: (state: State) => Value): Value {
	const {paced} = useDeck();
	return useSyncExternalStore(paced.subscribe, () => select(paced.getState()));
}

/** A primitive that depends on the time, such as an age: the component is painted when it changes, not every second. */
export function useShown<Value extends string | number | undefined>(
	shown: (now: number, tick: number) => Value,
): Value {
	const {ticker} = useDeck();
	return useSyncExternalStore(ticker.subscribe, () => shown(ticker.now(), ticker.tick()));
}
