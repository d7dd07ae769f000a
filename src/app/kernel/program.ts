import type {Known} from '../../actions/context.ts';
import type {Refresh, RollingPlan, WatchPlan} from '../../actions/plan.ts';
import type {State} from '../state.ts';
import type {FormId} from './dialog-id.ts';
import type {Form} from './form.ts';
import type {Screens} from './list-screen.ts';
import type {Menus} from './menu.ts';
import type {Services} from './services.ts';

/** Reads again what an action has changed. */
export type Refreshes = Readonly<Record<Refresh, (services: Services) => void>>;

/** Begin what goes on by itself behind a plan. */
export type Runners = {
	readonly rolling: (services: Services, plan: RollingPlan) => void;
	readonly watch: (services: Services, plan: WatchPlan) => void;
};

/** What all features put together give to what knows none of them; what is opened, by its id. */
export type Registry = {
	menus: Menus;
	screens: Screens;
	dialogs: ReadonlyMap<FormId, Form>;
	refreshes: Refreshes;
	runners: Runners;
	/** What the session has read, as actions are checked against it. */
	knownOf: (state: State) => Known;
};

/** A session as the kernel, the dialogs and the front ends see it; a feature mostly gets by with its services. */
export type Program = Services & Registry;
