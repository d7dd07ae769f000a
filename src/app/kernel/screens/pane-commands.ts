import type {CommandId} from '../../../messages/key-words.ts';
import {screenIds} from '../../../messages/screen-words.ts';
import {layoutOf} from './layout.ts';
import type {Services} from '../state/services.ts';
import {openList} from './screens-state.ts';
import {mainPanes, type PaneId} from '../state/view-state.ts';
import type {KeyCommand} from '../state/program.ts';

const everywhere = ['everywhere'] as const;

/** Shows a pane, and hides the revealed values of the previous screen. */
const goTo =
	(pane: PaneId) =>
	({store}: Services) => {
		const list = openList(store.getState());
		if (list && store.getState().screens.lists[list].revealed) {
			store.dispatch({type: 'screens/changed', list, change: {revealed: false}});
		}
		store.dispatch({type: 'view/changed', change: {pane}});
	};

const step = (by: number) => (services: Services) => {
	const {view, screens} = services.store.getState();
	const list = openList({view, screens});
	if (list) {
		const {open} = screens.lists[list];
		services.store.dispatch({type: 'screens/changed', list, change: {open: !open}});
		return;
	}
	const shown = layoutOf(view).panes;
	const isUsual = (pane: PaneId) => pane === 'servers' || pane === 'console';
	const order: readonly PaneId[] = mainPanes.filter(
		pane => pane === view.pane || isUsual(pane) || shown[pane] !== undefined,
	);
	const next = order[(order.indexOf(view.pane) + by + order.length) % order.length];
	if (next) goTo(next)(services);
};

/** The panes with a key, in the order of the keys: 1 to 9, then 0. */
const keyed = [...mainPanes.filter(pane => pane !== 'results'), ...screenIds];
/** Panes that are usually on screen; the hint bar names the others if it has room. */
const usualPanes = new Set<PaneId>(mainPanes.filter(pane => pane !== 'results' && pane !== 'timeline'));

/** Their commands whose keys work everywhere. */
export const paneKeyIds: ReadonlySet<CommandId> = new Set(
	keyed.filter(pane => pane !== 'bans').map(pane => `app.${pane}` as const),
);

/** The commands that switch between panes and screens. */
export const paneCommands: readonly KeyCommand[] = [
	{
		id: 'app.nextPane',
		keys: ['tab'],
		scopes: everywhere,
		group: 'go',
		run: step(1),
	},
	{
		id: 'app.previousPane',
		keys: ['shift+tab'],
		scopes: everywhere,
		group: 'go',
		run: step(-1),
	},
	...keyed.map((pane, place): KeyCommand => ({
		id: `app.${pane}`,
		...(pane === 'bans'
			? {keys: ['b'], scopes: ['players'] as const}
			: {keys: [String((place + 1) % 10)], scopes: everywhere}),
		group: 'go',
		...(!usualPanes.has(pane) && {hint: 'room'}),
		run: goTo(pane),
	})),
];
