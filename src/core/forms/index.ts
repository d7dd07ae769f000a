import {createAutomationForm, editAutomationForm} from './automation-edit.ts';
import {cancelRunForm, triggerForm} from './automation-run.ts';
import {broadcastForm} from './broadcast.ts';
import {cancelForm} from './cancel.ts';
import {cancelTaskForm} from './cancel-task.ts';
import {broadcastManyForm} from './broadcast-many.ts';
import {createForm} from './create.ts';
import {exportForm} from './export.ts';
import {transcriptForm} from './transcript.ts';
import {markForm} from './mark.ts';
import type {Form} from './form.ts';
import {backupForm, deleteBackupForm, deleteForm, moveForm, renameForm, updateForm} from './manage.ts';
import {restartForm, startForm, stopForm} from './power.ts';
import {iconForm, inviteForm, kickForm, withdrawForm} from './team.ts';
import {watchForm} from './watch.ts';
import {restartManyForm, startManyForm, stopManyForm} from './wave.ts';

/** Every dialog that asks something. */
export const forms: Readonly<Record<string, Form>> = Object.fromEntries(
	[
		startForm,
		stopForm,
		restartForm,
		broadcastForm,
		startManyForm,
		stopManyForm,
		restartManyForm,
		broadcastManyForm,
		cancelForm,
		cancelTaskForm,
		inviteForm,
		iconForm,
		kickForm,
		withdrawForm,
		createForm,
		watchForm,
		createAutomationForm,
		editAutomationForm,
		triggerForm,
		cancelRunForm,
		renameForm,
		moveForm,
		updateForm,
		backupForm,
		deleteBackupForm,
		deleteForm,
		exportForm,
		markForm,
		transcriptForm,
	].map(form => [form.id, form]),
);
