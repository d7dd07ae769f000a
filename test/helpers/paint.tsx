import {Box, loadYoga} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactNode} from 'react';
import type {Settings} from '../../src/app/kernel/state/settings.ts';
import type {Event, State} from '../../src/app/state.ts';
import {createPaintedRows, type Tui, TuiContext} from '../../src/tui/hooks.ts';
import {createThrottledStore} from '../../src/tui/throttled-store.ts';
import {themeFor} from '../../src/tui/theme/choose.ts';
import {createTicker} from '../../src/tui/ticker.ts';
import {fakeServices} from './fake-services.ts';

await loadYoga();

// The terminal of ink-testing-library has no height. Ink then asks this one, or starts `tput` with each frame.
Object.assign(process.stdout, {columns: 100, rows: 24});

type Given = {
	state: State;
	settings?: Partial<Settings>;
	ascii?: boolean;
	/** The part fills a screen of the size in the state. */
	onScreen?: boolean;
};

/** Paints a part of the screen for a given state, without colors. */
export function paint(part: ReactNode, {state, settings, ascii = false, onScreen = false}: Given) {
	const services = fakeServices({state, ...(settings && {settings})});
	const reported: unknown[] = [];
	const tui: Tui = {
		services,
		throttled: createThrottledStore(services.store, {everyMs: 0, restMs: () => 0}),
		ticker: createTicker(services.clock),
		theme: themeFor({NO_COLOR: '1', LANG: 'C.UTF-8'}, {noColor: true, ascii}),
		painted: createPaintedRows(),
		report: error => {
			reported.push(error);
			return '/tmp/report.txt';
		},
		attempt: 0,
	};
	const {lastFrame, frames, unmount} = render(
		<TuiContext value={tui}>
			{onScreen ? (
				<Box width={state.view.size.columns} height={state.view.size.rows}>
					{part}
				</Box>
			) : (
				part
			)}
		</TuiContext>,
	);
	return {
		services,
		reported,
		unmount,
		frames,
		text: () => lastFrame() ?? '',
		rows: () => (lastFrame() ?? '').split('\n').map(row => row.trimEnd()),
		dispatch: async (event: Event) => {
			services.store.dispatch(event);
			await new Promise(resolve => setImmediate(resolve));
		},
	};
}
