/** Sources of a configuration value. */
export const originMessages = {
	environment: (variables: readonly string[]) => `environment ${variables.join(', ')}`,
	profile: (name: string) => `profile ${name}`,
	profileTable: (name: string, file: string) => `[profiles.${name}] in ${file}`,
	credentialsTable: (field: string, profile: string) => `${field} of [${profile}] in credentials.toml`,
	tokenCommand: (profile: string) => `token_command of profile ${profile}`,
};
