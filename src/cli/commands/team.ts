import {describe} from './describe.ts';
import type {Command} from 'commander';
import {teamActions} from '../../actions/team.ts';
import {addAction} from './actions/run.ts';
import type {Team} from '../../contract/models/team.ts';
import {writeFacts} from '../output/fact-list.ts';
import type {Io} from '../output/io.ts';
import {gapsOf, sayUnreadable} from '../output/unreadable.ts';
import {asSent, writeJson} from '../output/output.ts';
import {writeTable} from '../output/table.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {withService} from '../start/session.ts';
import {cliTeamMessages} from '../../messages/team.ts';

type Options = {json?: true};

export function addTeam(program: Command, run: Run): void {
	const show = run((io, flags, options: Options) =>
		withService(io, flags, async ({api, signal}) => {
			const team = await api.myTeam({}, {signal});
			const {members, unreadableMembers = []} = team;
			if (options.json) writeJson(io, {team: asSent(team), ...gapsOf(unreadableMembers)});
			else printTeam(io, team);
			sayUnreadable(io, {items: members, unreadable: unreadableMembers});
		}),
	);
	const team = describe(program.command('team'), cliTeamMessages);
	describe(team.command('show', {isDefault: true}), cliTeamMessages.show)
		.addOption(jsonOption())
		.action(show);
	for (const action of teamActions) addAction(team, run, action);
}

function printTeam(io: Io, team: Team): void {
	writeFacts(io, [
		['Name', team.name],
		['ID', team.id],
		['Owner', team.owner?.name ?? team.owner?.email ?? team.owner?.id],
		['Icon', team.iconImageId],
	]);
	if (team.members.length > 0) {
		io.stdout.write('\nMembers\n');
		writeTable(
			io,
			[
				{header: 'NAME', value: ({name}) => name},
				{header: 'EMAIL', value: ({email}) => email},
				{header: 'PERMISSIONS', value: ({permissions}) => permissions?.join(', ')},
				{header: 'ID', value: ({id}) => id},
			],
			team.members,
		);
	}
	if (team.invitedMembers.length === 0) return;
	io.stdout.write('\nInvited\n');
	writeTable(
		io,
		[
			{header: 'EMAIL', value: ({email, name}) => email ?? name},
			{header: 'EXPIRED', value: ({expired}) => (expired ? 'yes' : 'no')},
		],
		team.invitedMembers,
	);
}
