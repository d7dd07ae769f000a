import type {Command} from 'commander';
import {endpoints} from '../../contract/endpoints/index.ts';
import {checkFields} from '../../contract/request.ts';
import type {Team} from '../../contract/models/team.ts';
import {shownName} from '../../core/find-named.ts';
import {bytesText} from '../../lib/bytes.ts';
import {frictionOf} from '../../core/friction.ts';
import {iconOf, mostIconBytes} from '../../core/forms/team.ts';
import {printableLine} from '../../lib/text.ts';
import {readNamedFile} from '../../ui/read-file.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {exitCodes} from '../exit-codes.ts';
import {writeFacts} from '../facts.ts';
import {findOne} from '../find-one.ts';
import type {Io} from '../io.ts';
import {sayUnreadable} from '../listing.ts';
import {asSent, say, writeJson, writeTable} from '../output.ts';
import type {Run} from '../program.ts';
import {openProgress} from '../progress.ts';
import {withService} from '../session.ts';

type Options = {json?: true};

export function addTeam(program: Command, run: Run): void {
	const show = run((io, flags, options: Options) =>
		withService(io, flags, async ({api, signal}) => {
			const team = await api.myTeam({}, {signal});
			if (options.json) writeJson(io, {teams: [asSent(team)]});
			else tell(io, team);
			sayUnreadable(io, team.unreadableMembers ?? []);
			return exitCodes.done;
		}),
	);
	const team = program.command('team').description('Show the team, or change who is in it');
	team
		.command('show', {isDefault: true})
		.description('Show the team, its members and invitations')
		.option('--json', 'write one JSON document')
		.action(show);
	team
		.command('invite')
		.description('Invite somebody by e-mail')
		.argument('<email>', 'the address')
		.action(
			run((io, flags, _options: Options, [userEmail = '']) => {
				checkFields(endpoints.inviteMember, {userEmail});
				return withService(io, flags, async ({api, signal, teamId, consent}) => {
					const name = printableLine(userEmail);
					await consent({
						verb: 'team invite',
						act: `Invite ${name} into the team`,
						friction: frictionOf.invite,
						word: name,
					});
					await api.inviteMember({teamId: await teamId(), userEmail}, {signal});
					say(io, `${name} is invited.`);
					return exitCodes.done;
				});
			}),
		);
	team
		.command('kick')
		.description('Take a member out of the team')
		.argument('<member>', 'id, name, e-mail address, or a unique part of these; id:ID takes ID as it is')
		.action(
			run((io, flags, _options: Options, [word = '']) =>
				withService(io, flags, async ({api, signal, team, consent}) => {
					const {id: teamId, members} = await team();
					const listed = members.map(({id, name, email}) => ({id, names: [name, email]}));
					const memberId = findOne('member', listed, word, 'rcondeck team lists names and ids.');
					const member = listed.find(({id}) => id === memberId) ?? {id: memberId, names: []};
					const name = printableLine(shownName(member));
					await consent({
						verb: 'team kick',
						act: `Take ${name} out of the team`,
						friction: frictionOf.kick,
						word: name,
					});
					await api.kickMember({teamId, memberId}, {signal});
					say(io, `${name} is out of the team.`);
					return exitCodes.done;
				}),
			),
		);
	addIcon(team, run);
}

function addIcon(team: Command, run: Run): void {
	team
		.command('icon')
		.description("Upload the team's icon")
		.argument('<file>', 'a PNG, JPEG, GIF or WebP file')
		.action(
			run(async (io, flags, _options: Options, [name = '']) => {
				const read = await readNamedFile(name, mostIconBytes);
				const icon = 'problem' in read ? read : iconOf(read);
				if ('problem' in icon) throw new UsageError(printableLine(icon.problem));
				const {bytes: file, contentType} = icon;
				return withService(io, flags, async ({api, signal, teamId, consent}) => {
					const {fileName} = icon;
					await consent({
						verb: 'team icon',
						act: `Make ${printableLine(fileName)} the icon of the team`,
						friction: frictionOf.icon,
						word: printableLine(fileName),
						isHarmless: true,
					});
					const progress = openProgress(io, {total: 1, quiet: flags.quiet});
					progress.say(`sending ${printableLine(fileName)}, ${bytesText(file.length)}`);
					await api
						.uploadTeamIcon({teamId: await teamId(), file, fileName, contentType}, {signal})
						.finally(progress.close);
					say(io, 'The icon is uploaded.');
					return exitCodes.done;
				});
			}),
		);
}

function tell(io: Io, team: Team): void {
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
				{title: 'NAME', of: ({name}) => name},
				{title: 'EMAIL', of: ({email}) => email},
				{title: 'PERMISSIONS', of: ({permissions}) => permissions?.join(', ')},
				{title: 'ID', of: ({id}) => id},
			],
			team.members,
		);
	}
	if (team.invitedMembers.length === 0) return;
	io.stdout.write('\nInvited\n');
	writeTable(
		io,
		[
			{title: 'EMAIL', of: ({email, name}) => email ?? name},
			{title: 'EXPIRED', of: ({expired}) => (expired ? 'yes' : 'no')},
		],
		team.invitedMembers,
	);
}
