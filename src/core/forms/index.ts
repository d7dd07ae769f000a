import {broadcastForm} from './broadcast.ts';
import {cancelForm} from './cancel.ts';
import {broadcastManyForm} from './broadcast-many.ts';
import {createForm} from './create.ts';
import type {Form} from './form.ts';
import {backupForm, deleteBackupForm, deleteForm, moveForm, renameForm, updateForm} from './manage.ts';
import {restartForm, startForm, stopForm} from './power.ts';
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
		createForm,
		renameForm,
		moveForm,
		updateForm,
		backupForm,
		deleteBackupForm,
		deleteForm,
	].map(form => [form.id, form]),
);
