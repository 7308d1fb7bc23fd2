CREATE TABLE `operator_activity` (
	`id` text PRIMARY KEY NOT NULL,
	`actor` text NOT NULL,
	`operator_id` text,
	`act` text NOT NULL,
	`about_id` text,
	`subject` text,
	`amount` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`about_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `operator_activity_of_operator` ON `operator_activity` (`operator_id`,`created_at`) WHERE operator_id is not null;--> statement-breakpoint
CREATE INDEX `operator_activity_about_member` ON `operator_activity` (`about_id`,`created_at`) WHERE about_id is not null;--> statement-breakpoint
CREATE INDEX `operator_activity_by_time` ON `operator_activity` (`created_at`);--> statement-breakpoint
CREATE TABLE `operator_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`purpose` text NOT NULL,
	`challenge` text NOT NULL,
	`session_id` text,
	`code_hash` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `operators`(`member_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `operator_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `operator_challenges_of_member` ON `operator_challenges` (`member_id`);--> statement-breakpoint
CREATE INDEX `operator_challenges_of_session` ON `operator_challenges` (`session_id`) WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX `operator_challenges_by_end` ON `operator_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `operator_enrolments` (
	`member_id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `operators`(`member_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `operator_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `operators`(`member_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `operator_passkeys_of_member` ON `operator_passkeys` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `operator_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`passkey_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`confirmed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `operators`(`member_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`passkey_id`) REFERENCES `operator_passkeys`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `operator_sessions_of_member` ON `operator_sessions` (`member_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `operator_sessions_of_passkey` ON `operator_sessions` (`passkey_id`);--> statement-breakpoint
CREATE TABLE `operators` (
	`member_id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `setting_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`before` text,
	`after` text,
	`actor` text NOT NULL,
	`operator_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `setting_changes_of_key` ON `setting_changes` (`key`,`created_at`);--> statement-breakpoint
CREATE INDEX `setting_changes_of_operator` ON `setting_changes` (`operator_id`);--> statement-breakpoint
CREATE INDEX `setting_changes_by_time` ON `setting_changes` (`created_at`);--> statement-breakpoint
CREATE INDEX `members_by_name` ON `members` (name collate nocase,`id`);