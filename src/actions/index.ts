import type {Action} from './action.ts';
import {runActions} from './automation-runs.ts';
import {automationActions} from './automations.ts';
import {broadcast} from './broadcast.ts';
import {create} from './create.ts';
import {playerActions} from './players.ts';
import {powerActions} from './power.ts';
import {serverActions} from './server-settings.ts';
import {taskActions} from './tasks.ts';
import {teamActions} from './team.ts';
import {watch} from './watch.ts';

/** All operations with a dialog. */
export const actions = [
	...powerActions,
	broadcast,
	watch,
	create,
	...serverActions,
	...taskActions,
	...teamActions,
	...playerActions,
	...automationActions,
	...runActions,
] as const satisfies readonly Action[];

type FieldsOf<Some> = Some extends Action<infer Name> ? Name : never;

/** The ids of the fields of all dialogs. */
export type ActionFieldId = FieldsOf<(typeof actions)[number]>;
