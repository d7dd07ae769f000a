import {expect, test} from 'vitest';
import {chatScreen} from '../../../src/app/chat/chat-screen.ts';
import {chatSlice, withEntries} from '../../../src/app/chat/chat-state.ts';
import {initialState} from '../../../src/app/state.ts';
import {startAt} from '../../helpers/builders.ts';

test('a call for an admin stands out, and a server that goes on speaking steps back', () => {
	const said = [
		{server: 'isl-1', text: 'hi all'},
		{server: 'isl-1', text: 'Admin here?'},
		{server: 'mirage', text: 'administrative lag'},
	].map(({server, text}, index) => ({
		id: String(index),
		kind: 'chat' as const,
		player: 'Mara',
		at: startAt,
		serverId: server,
		server,
		text,
	}));
	const chat = withEntries(chatSlice.initial, said, []);
	const {rows = []} = chatScreen.data(
		{...initialState, fleet: {...initialState.fleet, at: startAt}, chat},
		false,
	);
	const tones = (column: string) => rows.map(({cell}) => cell(column, startAt).tone);
	expect(tones('text')).toEqual(['plain', 'warning', 'plain']);
	expect(tones('server')).toEqual(['plain', 'faint', 'plain']);
});
