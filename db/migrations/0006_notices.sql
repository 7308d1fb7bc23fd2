CREATE TABLE `account_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_notices_of_member` ON `account_notices` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notice_settings` (
	`member_id` text PRIMARY KEY NOT NULL,
	`matrix` text DEFAULT '{}' NOT NULL,
	`quiet_from` text,
	`quiet_to` text,
	`read_to` integer DEFAULT 0 NOT NULL,
	`daily_due_at` integer,
	`weekly_due_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_settings_daily` ON `notice_settings` (`daily_due_at`) WHERE daily_due_at is not null;--> statement-breakpoint
CREATE INDEX `notice_settings_weekly` ON `notice_settings` (`weekly_due_at`) WHERE weekly_due_at is not null;--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_of_member` ON `push_subscriptions` (`member_id`,`seen_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_of_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`tag` text NOT NULL,
	`conversation_id` text,
	`count` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pushes_of_tag` ON `pushes` (`member_id`,`tag`);--> statement-breakpoint
CREATE INDEX `pushes_due` ON `pushes` (`due_at`);