import type {Action} from './action.ts';
import {cancelRun, triggerAutomation} from './automation-runs.ts';
import {createAutomation, editAutomation} from './automations.ts';
import {broadcast} from './broadcast.ts';
import {create} from './create.ts';
import {banPlayer, kickPlayer, messagePlayer} from './players.ts';
import {restart, start, stop} from './power.ts';
import {backup, deleteBackup, deleteServer, move, rename, restoreBackup, update} from './server-settings.ts';
import {cancelSchedule, cancelTask} from './tasks.ts';
import {invite, kick, uploadIcon, withdrawInvitation} from './team.ts';
import {watch} from './watch.ts';

/** All operations with a dialog. */
export const actions = [
	start,
	stop,
	restart,
	broadcast,
	watch,
	create,
	rename,
	move,
	update,
	backup,
	restoreBackup,
	deleteBackup,
	deleteServer,
	cancelSchedule,
	cancelTask,
	invite,
	withdrawInvitation,
	kick,
	messagePlayer,
	kickPlayer,
	banPlayer,
	uploadIcon,
	createAutomation,
	editAutomation,
	triggerAutomation,
	cancelRun,
] as const satisfies readonly Action[];

type FieldsOf<Some> = Some extends Action<infer Name> ? Name : never;

/** The ids of the fields of all dialogs. */
export type ActionFieldId = FieldsOf<(typeof actions)[number]>;
