import {expect, test} from 'vitest';
import {noAnswer, outcomeOf} from '../../../src/app/console/record/outcome.ts';
import {aFailure, aLine} from '../../helpers/builders.ts';

test.each([
	[aLine({status: 'answered', response: 'ok'}), {kind: 'answered', text: 'ok'}],
	[aLine({status: 'late', response: 'ok'}), {kind: 'answered', text: 'ok'}],
	[aLine({status: 'answered', response: undefined}), {kind: 'problem', word: noAnswer, mayHaveRun: true}],
	[aLine({status: 'answered', response: ''}), {kind: 'answered', text: ''}],
	[aLine({status: 'pending'}), {kind: 'open', word: 'waiting'}],
	[aLine({status: 'queued', ahead: 2}), {kind: 'open', word: 'queued behind 2'}],
	[aLine({status: 'sent'}), {kind: 'open', word: 'sent, answer follows'}],
	[aLine({status: 'recalled'}), {kind: 'problem', word: 'canceled, never sent'}],
	[aLine({status: 'abandoned'}), {kind: 'problem', word: 'stopped waiting - may have run'}],
	[
		aLine({status: 'timeout', failure: aFailure({key: 'server.rcon_timeout', mayHaveRun: true})}),
		{kind: 'problem', word: 'TIMEOUT 5s - may have run', mayHaveRun: true},
	],
	[
		aLine({status: 'timeout', failure: aFailure({key: undefined, mayHaveRun: true})}),
		{kind: 'problem', word: 'outcome unknown - may have run'},
	],
	[undefined, {kind: 'problem', word: 'not kept'}],
])('an entry shows the outcome of its command %#', (line, outcome) => {
	expect(outcomeOf(line)).toMatchObject(outcome);
});
