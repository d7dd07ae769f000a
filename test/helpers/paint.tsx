import {Box} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactNode} from 'react';
import type {Settings} from '../../src/core/settings.ts';
import type {Event, State} from '../../src/core/state/index.ts';
import {DeckContext, type Deck} from '../../src/ui/hooks.ts';
import {createPacedStore} from '../../src/ui/paced-store.ts';
import {themeFor} from '../../src/ui/theme/choose.ts';
import {createTicker} from '../../src/ui/ticker.ts';
import {fakeServices} from './fake-services.ts';

type Given = {
	state: State;
	settings?: Partial<Settings>;
	ascii?: boolean;
	/** The part stands on a whole screen of the size that the state says. */
	onScreen?: boolean;
};

/** One part of the screen in a given state, painted without colours. */
export function paint(part: ReactNode, {state, settings, ascii = false, onScreen = false}: Given) {
	const services = fakeServices({state, ...(settings && {settings})});
	const reported: unknown[] = [];
	const deck: Deck = {
		services,
		paced: createPacedStore(services.store, {everyMs: () => 0}),
		ticker: createTicker(services.clock),
		theme: themeFor({NO_COLOR: '1', LANG: 'C.UTF-8'}, {noColor: true, ascii}),
		report: error => {
			reported.push(error);
			return '/tmp/report.txt';
		},
		attempt: 0,
	};
	const {lastFrame, frames, unmount} = render(
		<DeckContext value={deck}>
			{onScreen ? (
				<Box width={state.view.size.columns} height={state.view.size.rows}>
					{part}
				</Box>
			) : (
				part
			)}
		</DeckContext>,
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
