import type {Known} from '../../../actions/context.ts';
import type {Refresh, RollingPlan, WatchPlan} from '../../../actions/plan.ts';
import type {State} from '../../state.ts';
import type {FormId} from '../dialogs/dialog-id.ts';
import type {Form} from '../dialogs/form.ts';
import type {Screens} from '../screens/list-screen.ts';
import type {Menus} from '../dialogs/menu.ts';
import type {Services} from './services.ts';
import type {CommandInfo, CommandQuestion} from '../keys/command-info.ts';
import type {Targets} from './targets.ts';
import type {KeyId} from '../../../messages/key-words.ts';

/** Reads again what an action changed. */
export type Refreshes = Readonly<Record<Refresh, (services: Services) => void>>;

/** Functions that start the background jobs of plans. */
export type Runners = {
	readonly rolling: (services: Services, plan: RollingPlan) => void;
	readonly watch: (services: Services, plan: WatchPlan) => void;
};

/** Everything that the features provide to code that does not import them, by id. */
export type Registry = {
	menus: Menus;
	screens: Screens;
	dialogs: ReadonlyMap<FormId, Form>;
	refreshes: Refreshes;
	runners: Runners;
	/** What the session has read, in the form that actions are validated against. */
	knownToActions: (state: State) => Known;
};

/** A session as the kernel, the dialogs and the front ends see it. A feature usually needs only the services. */
export type Program = Services & Registry;

/** A command with its implementation. `run` executes it, or returns the question to ask first. */
export type Command = CommandInfo & {run: (program: Program, targets: Targets) => CommandQuestion | void};
/** A command as a feature declares it: its words are those of its id in `messages/key-words.ts`. */
export type KeyCommand = Omit<Command, 'id' | 'title' | 'short' | 'help'> & {id: KeyId};
