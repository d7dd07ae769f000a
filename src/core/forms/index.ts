import {cancelForm} from './cancel.ts';
import type {Form} from './form.ts';
import {restartForm, startForm, stopForm} from './power.ts';

/** Every dialog that asks something. */
export const forms: Readonly<Record<string, Form>> = Object.fromEntries(
	[startForm, stopForm, restartForm, cancelForm].map(form => [form.id, form]),
);
