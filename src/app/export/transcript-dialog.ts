import {textField} from '../../actions/fields.ts';
import {FieldProblem} from '../../actions/field.ts';
import {localForm} from '../kernel/form.ts';
import {beginTranscript} from './transcript.ts';
import {exportMessages} from '../../messages/export.ts';

const usualName = 'incident';

/** Records all events in a file until `e` ends it. */
export const transcriptForm = localForm({
	id: 'transcript',
	verb: 'Record',
	title: () => exportMessages.transcript.dialogTitle,
	fields: {
		name: textField('Name', exportMessages.transcript.nameHint, usualName),
	},
	run: async ({name}, _, services) => {
		const problem = await beginTranscript(services, name ?? usualName);
		if (problem !== undefined) throw new FieldProblem(problem);
	},
});
