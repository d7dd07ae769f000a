import {disarm} from './console/send/send-line.ts';
import {movePaste} from './console/send/paste.ts';
import {clearUndoWindow} from './dialogs/undo-window.ts';
import {emptyField} from './kernel/text/text-field.ts';
import {guardTyping} from './kernel/keys/typing-guard.ts';
import {notify} from './kernel/state/notify.ts';
import type {Program} from './kernel/state/program.ts';
import {dropQueued} from './console/send/rcon-queue.ts';
import {isOfWatch} from './watch/run-watch.ts';
import {isActive} from './watch/watches.ts';
import {suspensionMessages} from '../messages/watch.ts';

/** How long the summary stays, ms: a user who comes back must find it. */
const shownForMs = 60_000;

/**
Handles a suspension of `ms`: whatever waited to be sent is dropped, jobs and watches pause, and confirmations start over.
What was right before a machine slept may be wrong hours later.
*/
export function handleSuspension(services: Program, ms: number): void {
	const {store} = services;
	const {undoWindow, jobs, watches, view} = store.getState();
	const held = undoWindow.map(({text}) => text);
	clearUndoWindow(services);
	const running = jobs.filter(({status}) => status === 'running');
	for (const {id} of running)
		store.dispatch({
			type: 'jobs/changed',
			jobId: id,
			change: {status: 'paused', stoppedBy: undefined, suspendedMs: ms},
		});
	const active = watches.filter(isActive);
	for (const {id} of active) store.dispatch({type: 'watches/paused', watchId: id, isPaused: true});
	const queued = dropQueued(services, isOfWatch);
	const isDisarmed = withdrawConfirmation(services);
	if (view.quitArmed) store.dispatch({type: 'view/changed', change: {quitArmed: false}});
	if (held.length + running.length + active.length + queued === 0 && !isDisarmed) return;
	const waited = {held, queued, isDisarmed, jobs: running.length, watches: active.length};
	notify(services, 'warning', suspensionMessages.woke(ms, waited), {forMs: shownForMs});
}

/** Disarms whatever the next key would confirm. Returns whether anything was armed. */
function withdrawConfirmation(services: Program): boolean {
	const {store} = services;
	const {dialog, input} = store.getState();
	if (input.armed) disarm(services);
	if (dialog?.kind === 'paste') {
		movePaste(services, () => ({button: 'nothing'}));
		guardTyping(services, {drops: 'enter'});
	}
	const isReview = dialog?.kind === 'form' && dialog.step === 'review';
	if (isReview) {
		const {confirm, button} = dialog;
		store.dispatch({
			type: 'dialog/changed',
			change: {confirm: emptyField, button: button === 'verb' ? 'nothing' : button},
		});
		guardTyping(services, {drops: 'enter'});
		return confirm.text !== '' || button === 'verb' || input.armed !== undefined;
	}
	return input.armed !== undefined;
}
