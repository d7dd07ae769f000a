/** The files that `automation create --template` writes: YAML with comments. */
type Template = {
	description: string;
	name: string;
	/** YAML of the part after the name. */
	parts: (zone: string) => string;
};

const online = `# Which servers: all with these values, or a list of IDs (serverIds: [a, b])
targets:
  all: true
  state: ONLINE`;

const onlineArk = online.replace('all: true', 'gameType: ARK_ASCENDED');

const schedule = (
	cron: string,
	zone: string,
) => `# When: minute, hour, day of the month, month, day of the week
trigger:
  type: CRON
  cron: "${cron}"
  timezone: ${zone}`;

const steps = '# What to do: one step after the other, on all of these servers at once';

const templates = {
	'nightly-restart': {
		description: 'Warn the players and restart every night',
		name: 'Nightly restart',
		parts: zone => `${online}
${schedule('0 5 * * *', zone)}
${steps}
workflow:
  - type: ANNOUNCE
    message: Restart in 15 minutes
  - type: WAIT
    seconds: 600
  - type: ANNOUNCE
    message: Restart in 5 minutes
  - type: WAIT
    seconds: 240
  - type: ANNOUNCE
    message: Restart in one minute
  - type: WAIT
    seconds: 60
  # atOnce: one server after the other
  - type: RESTART
    atOnce: 1
# How long a run may take, in seconds
runTimeoutSec: 7200`,
	},
	announce: {
		description: 'Announce something to the players every two hours',
		name: 'Announcement',
		parts: zone => `${online}
${schedule('0 */2 * * *', zone)}
${steps}
workflow:
  - type: ANNOUNCE
    message: Welcome to {teamName}
runTimeoutSec: 60`,
	},
	'save-world': {
		description: 'Save the world every half hour',
		name: 'Save the world',
		parts: zone => `${onlineArk}
${schedule('*/30 * * * *', zone)}
${steps}
workflow:
  - type: RCON
    # For ARK; in Minecraft: save-all
    command: SaveWorld
    # Fail if the game does not answer
    awaitMode: ALWAYS
runTimeoutSec: 120`,
	},
	'restart-when-empty': {
		description: 'Restart each server at night, as soon as it is empty',
		name: 'Restart when empty',
		parts: zone => `${online}
${schedule('0 2 * * *', zone)}
${steps}
workflow:
  - type: WAIT_FOR_EMPTY
    # Skip servers that still have players after four hours
    timeoutSec: 14400
  - type: RESTART
runTimeoutSec: 18000`,
	},
	'update-check': {
		description: 'Restart empty servers once a week, so that they check for an update when they start',
		name: 'Weekly update',
		parts: zone => `${online}
${schedule('0 6 * * 4', zone)}
${steps}
workflow:
  - type: WAIT_FOR_EMPTY
    timeoutSec: 14400
  # Most servers of your own check for an update when they start.
  # If the service installs updates, replace RESTART with three steps: STOP, UPDATE, START.
  - type: RESTART
    timeoutSec: 1800
  - type: NOTIFY
    title: Weekly update
    message: "Restarted: {join(targets.succeeded.names, ', ')}"
runTimeoutSec: 18000`,
	},
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;

export const templateNames = Object.keys(templates) as readonly TemplateName[]; // its own keys

/** Returns the file of a template, with schedules in this time zone. */
export function automationTemplate(template: TemplateName, zone: string): string {
	const {name, description, parts}: Template = templates[template];
	return `# ${description}. Adapt this file, then run:
#   rcondeck automation check FILE
#   rcondeck automation create -f FILE
name: ${name}
description: ${description}
${parts(zone)}
`;
}
