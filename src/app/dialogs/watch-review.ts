import {deepEqual} from '../../lib/json/depth.ts';
import type {Program} from '../kernel/state/program.ts';
import {guardTyping} from '../kernel/keys/typing-guard.ts';
import {changesBetween, factsIn, isUnseen, type OpenForm} from './dialog.ts';
import {change, openOf} from './open-dialog.ts';

/** Locks the button of an open review when its facts differ from those that the user has seen. */
export function watchReview(services: Program): () => void {
	const {store} = services;
	// Not the whole state: that would keep the consoles of an outage's start for as long as no list arrives.
	let {dialog, fleet, nodes} = store.getState();
	return store.subscribe(() => {
		const state = store.getState();
		if (state.dialog === dialog && state.fleet === fleet && state.nodes === nodes) return;
		({dialog, fleet, nodes} = state);
		const open = openOf(services);
		if (open?.dialog.step === 'review' && open.dialog.fresh && open.about.servers.length > 0)
			compareFacts(services, open);
	});
}

function compareFacts(services: Program, {dialog, about}: OpenForm): void {
	const facts = factsIn(about);
	if (!dialog.seen) {
		change(services, {seen: facts});
		return;
	}
	const lines = changesBetween(dialog.seen, facts);
	const known = isUnseen(dialog) ? dialog.changes?.lines : [];
	if (deepEqual(lines, known)) return;
	change(services, {changes: lines.length === 0 ? undefined : {lines, isSeen: false}, page: 0});
	// A user who is about to press Enter cannot have read the change yet.
	if (lines.length > 0 && services.store.getState().view.typing?.drops !== 'all')
		guardTyping(services, {drops: 'enter'});
}
