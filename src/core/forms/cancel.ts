import {endpoints} from '../../contract/endpoints/index.ts';
import {frictionOf} from '../friction.ts';
import {requestOf} from '../../contract/request.ts';
import {nameOf} from '../list/order.ts';
import {pendingFor} from '../state/pending.ts';
import {form, type About} from './form.ts';
import {commandLine, operands} from './same-as.ts';

const taskOf = ({state, server}: About) => pendingFor(state.pending, server.id);

/** Cancels what its node has scheduled for a server, where the service lets nodes' tasks be cancelled. */
export const cancelForm = form({
	id: 'cancel',
	verb: 'Cancel it',
	operation: undefined,
	title: about => `Cancel the scheduled ${taskOf(about)?.act ?? 'act'} of ${nameOf(about.server)}`,
	fields: {},
	plan: (_, about) => {
		const pending = taskOf(about);
		const act = pending?.act ?? 'act';
		// Without a task there is nothing that could be named; the service says so.
		const input = {nodeId: pending?.task?.nodeId ?? 'unknown', taskId: pending?.task?.id ?? 'unknown'};
		return {
			requests: [requestOf(endpoints.cancelNodeTask, input)],
			effect: [
				pending?.task
					? `The ${act} is called off; the players are not told.`
					: 'No such act is known any more: it may have begun.',
			],
			sameAs:
				pending?.task &&
				commandLine(about.settings, ['tasks', 'cancel', '--yes', ...operands([input.taskId])]),
			friction: frictionOf.cancelTask,
			send: api => api.cancelNodeTask(input),
			action: {action: 'cancel-schedule', input: {...(pending && {scheduled: pending.act}), ...input}},
		};
	},
});
