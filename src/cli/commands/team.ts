import type {Command} from 'commander';
import {invite, kick, uploadIcon} from '../../actions/team.ts';
import {addAction} from '../actions/run.ts';
import type {Team} from '../../contract/models/team.ts';
import {exitCodes} from '../exit-codes.ts';
import {writeFacts} from '../facts.ts';
import type {Io} from '../io.ts';
import {sayUnreadable} from '../listing.ts';
import {asSent, writeJson, writeTable} from '../output.ts';
import {jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {withService} from '../session.ts';
import {teamCommandMessages} from '../../messages/cli-team.ts';

type Options = {json?: true};

export function addTeam(program: Command, run: Run): void {
	const show = run((io, flags, options: Options) =>
		withService(io, flags, async ({api, signal}) => {
			const team = await api.myTeam({}, {signal});
			if (options.json) writeJson(io, {teams: [asSent(team)]});
			else printTeam(io, team);
			sayUnreadable(io, team.unreadableMembers ?? []);
			return exitCodes.done;
		}),
	);
	const team = program.command('team').description(teamCommandMessages.description);
	team
		.command('show', {isDefault: true})
		.description(teamCommandMessages.showDescription)
		.addOption(jsonOption())
		.action(show);
	for (const action of [invite, kick, uploadIcon]) addAction(team, run, action);
}

function printTeam(io: Io, team: Team): void {
	writeFacts(io, [
		['Name', team.name],
		['Id', team.id],
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
