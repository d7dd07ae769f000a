import {createContext, use, useSyncExternalStore} from 'react';
import type {PaintedRows} from '../app/mouse.ts';
import type {Program} from '../app/kernel/state/program.ts';
import type {State} from '../app/state.ts';
import type {ThrottledStore} from './throttled-store.ts';
import type {Theme} from './theme/tokens.ts';
import type {Ticker} from './ticker.ts';
import {paneMessages} from '../messages/screens.ts';

/** Records the rows of the lists as last painted: only the paint code knows their positions. */
export type PaintedRowsRecorder = {
	note: (list: keyof PaintedRows, ids: readonly (string | undefined)[]) => void;
	rows: () => PaintedRows;
};

export function createPaintedRows(): PaintedRowsRecorder {
	let rows: PaintedRows = {servers: [], list: []};
	return {
		note: (list, ids) => {
			rows = {...rows, [list]: ids};
		},
		rows: () => rows,
	};
}

/** The context of all TUI components. */
export type Tui = {
	/** The ids of the rows that were painted last, from the first one below the header. */
	painted: PaintedRowsRecorder;
	services: Program;
	/** The state that components read: `services.store` throttled to the frame rate. */
	throttled: ThrottledStore<State>;
	ticker: Ticker;
	theme: Theme;
	/** Called when a pane fails while painting; returns the path of the report, if one could be written. */
	report: (error: unknown) => string | undefined;
	/** Increases with every requested redraw, which retries failed panes. */
	attempt: number;
};

export const TuiContext = createContext<Tui | undefined>(undefined);

export function useTui(): Tui {
	const tui = use(TuiContext);
	if (!tui) throw new Error(paneMessages.outsideContext);
	return tui;
}

/** Selects from the state; `select` must return a value that is in the state already, or a primitive. */
export function useSelect<Value>(select: (state: State) => Value): Value {
	const {throttled} = useTui();
	return useSyncExternalStore(throttled.subscribe, () => select(throttled.getState()));
}

/**
Returns a primitive that depends on the time, such as an age. The component is painted when the value changes,
not every second.
*/
export function useShown<Value extends string | number | boolean | undefined>(
	shown: (now: number, tick: number, isAtRest: boolean) => Value,
): Value {
	const {ticker} = useTui();
	return useSyncExternalStore(ticker.subscribe, () => shown(ticker.now(), ticker.tick(), ticker.isAtRest()));
}
