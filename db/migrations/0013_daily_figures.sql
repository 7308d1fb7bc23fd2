CREATE TABLE `daily_figures` (
	`day` text NOT NULL,
	`figure` text NOT NULL,
	`slice` text DEFAULT '' NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `figure`, `slice`)
);
--> statement-breakpoint
CREATE INDEX `members_by_signup` ON `members` (`created_at`,`country`) WHERE not is_fictional;--> statement-breakpoint
CREATE INDEX `members_active_unlisted` ON `members` (`activity_bucket`,`country`) WHERE not is_searchable and not is_fictional;--> statement-breakpoint
CREATE INDEX `complaints_by_time` ON `complaints` (`created_at`,`subject`);--> statement-breakpoint
CREATE INDEX `orders_by_payment` ON `orders` (`paid_at`,`currency`,`amount`) WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX `reports_by_time` ON `reports` (`created_at`,`reason`);--> statement-breakpoint
CREATE INDEX `reports_closed` ON `reports` (`closed_at`,`created_at`) WHERE closed_at is not null;