import {line} from './fields.ts';
import {form, FieldProblem} from './form.ts';
import {beginTranscript} from '../take-along/transcript.ts';

/** From now on everything that happens is written into a file, until `e` ends it. */
export const transcriptForm = form({
	id: 'transcript',
	verb: 'Record',
	operation: undefined,
	local: true,
	title: () => 'Record a transcript',
	fields: {
		name: line('Name', 'of the incident; the file is called after it, with the time; empty: incident'),
	},
	plan: ({name}) => ({
		requests: [],
		effect: ['States, acts, commands and answers are written into a file; nothing is sent.'],
		sameAs: undefined,
		friction: 'review',
		send: async (_api, services) => {
			const problem = await beginTranscript(services, name ?? 'incident');
			if (problem !== undefined) throw new FieldProblem(problem);
		},
	}),
});
